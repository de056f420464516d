import { serveTasks } from '../../platform/jobs/task-process.ts';
import { type AllocationTask, computeAllocation } from './compute-allocation.ts';

serveTasks({ run: (task: AllocationTask) => computeAllocation(task) });
