import { join } from 'node:path';
import { startCephCluster } from '../../setup/ceph-cluster.ts';
import { installPreviousRelease } from './previous-release.ts';
import { makeTemplate } from './template.ts';

/** What the environments of a round have in common. */
export interface SharedParts {
  /** The folder of a database with class members. */
  readonly template: string;
  /** The previous release: its checkout, and a database with its tables. */
  readonly previous?: { readonly release: string; readonly template: string };
  /** Of the Ceph cluster behind every object storage. */
  readonly cephFolder?: string;
}

interface Needs {
  readonly documents?: 'bucket';
  readonly release?: 'previous';
}

/** Makes the parts that these environments need, in an existing folder. Each step is logged. */
export async function prepareSharedParts(
  folder: string,
  environments: readonly Needs[],
  log: (line: string) => void,
): Promise<SharedParts & { stop(): Promise<void> }> {
  log('Making a database with invented class members …');
  const template = join(folder, 'template');
  await makeTemplate(template);
  let previous: SharedParts['previous'];
  if (environments.some(({ release }) => release === 'previous')) {
    log('Installing and building the previous release, unless it is there …');
    previous = { release: await installPreviousRelease(), template: join(folder, 'previous-template') };
    await makeTemplate(previous.template, previous.release);
  }
  const needsCeph = environments.some(({ documents }) => documents === 'bucket');
  const ceph = needsCeph ? await startCephCluster() : undefined;
  return {
    template,
    ...(previous ? { previous } : {}),
    ...(ceph ? { cephFolder: ceph.folder } : {}),
    async stop() {
      await ceph?.stop();
    },
  };
}
