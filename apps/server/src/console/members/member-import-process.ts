import { serveTasks } from '../../platform/jobs/task-process.ts';
import { importMemberFile, type MemberFile } from './import-member-file.ts';

serveTasks({ run: (file: MemberFile) => importMemberFile(file) });
