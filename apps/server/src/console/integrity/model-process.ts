import { serveTasks } from '../../platform/jobs/task-process.ts';
import { fitModel, type FitTask } from './model-data.ts';

serveTasks({ run: ({ judged, options }: FitTask) => Promise.resolve(fitModel(judged, options)) });
