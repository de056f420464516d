import { workerData } from 'node:worker_threads';
import { serveTasks } from '../jobs/worker-thread.ts';
import { type FormRequest, loadPageRenderer } from './page-renderer.ts';

const pageRenderer = await loadPageRenderer(String(workerData));
serveTasks({ run: (request: FormRequest) => pageRenderer.form(...request) });
