import { serveTasks } from '../../platform/jobs/task-process.ts';
import { type FormRequest, loadPageRenderer } from './page-renderer.ts';

const pageRenderer = loadPageRenderer(process.argv[2] ?? '');
serveTasks({ run: async (request: FormRequest) => (await pageRenderer).form(...request) });
