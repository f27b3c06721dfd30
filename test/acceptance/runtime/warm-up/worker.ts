/** A Worker that warms up as src/worker.ts does. It answers with where each request of the warm-up ended. */
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { warmUp } from '../../../../src/warm-up/warm-up.ts';
import '../../../../src/worker-kernels.ts';

const outcomes = await warmUp(operations);

export default {
  fetch: () =>
    Response.json(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as Error).stack : outcome.value.status,
      ),
    ),
} satisfies ExportedHandler;
