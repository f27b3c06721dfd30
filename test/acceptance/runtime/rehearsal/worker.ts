/** A Worker that rehearses as src/worker.ts does. It answers with where each rehearsed request ended. */
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { rehearse } from '../../../../src/rehearsal/rehearsal.ts';
import '../../../../src/worker-kernels.ts';

const outcomes = await rehearse(operations);

export default {
  fetch: () =>
    Response.json(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as Error).stack : outcome.value.status,
      ),
    ),
} satisfies ExportedHandler;
