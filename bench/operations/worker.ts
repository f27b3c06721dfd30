/** The measured service as a Worker, whose objects come over HTTP. */
import { HttpRangeStore } from '../../src/store/http-range-store.ts';
import '../../src/worker-kernels.ts';
import { measuredService } from './measured-service.ts';

interface Env {
  /** URL of the index folder. */
  INDEX_URL: string;
}

let service: ReturnType<typeof measuredService> | null = null;

export default {
  fetch(request, { INDEX_URL }) {
    service ??= measuredService(new HttpRangeStore(INDEX_URL));
    return service(request);
  },
} satisfies ExportedHandler<Env>;
