import { execFileSync } from 'node:child_process';
import { installByApt, mayUseApt } from './debian.mjs';
import { installAside } from './install-aside.mjs';
import { PrepareError } from './project.mjs';

/** Tests that need a missing program are skipped. */
const programs = [
  { name: 'qpdf', args: ['--version'], package: 'qpdf' },
  { name: 'pdfinfo', args: ['-v'], package: 'poppler-utils' },
  { name: 'clamd', args: ['--version'], package: 'clamav-daemon' },
  { name: 'exiftool', args: ['-ver'], package: 'libimage-exiftool-perl' },
  { name: 'nginx', args: ['-v'], package: 'nginx-light' },
  { name: 'hledger', args: ['--version'], package: 'hledger' },
  { name: 'openssl', args: ['version'], package: 'openssl' },
  { name: 'systemd-analyze', args: ['--version'], package: 'systemd' },
  { name: 'kubectl', args: ['version', '--client'], package: 'kubernetes-client' },
  { name: 'buildah', args: ['--version'], package: 'buildah' },
  { name: 'java', args: ['-version'], package: 'default-jre-headless' },
  { name: 'promtool', args: ['--version'], package: 'prometheus' },
  // A Ceph cluster of one monitor and one storage daemon is a real object storage with S3.
  { name: 'radosgw', args: ['--version'], package: 'radosgw' },
  { name: 'ceph-mon', args: ['--version'], package: 'ceph-mon' },
  { name: 'ceph-osd', args: ['--version'], package: 'ceph-osd' },
];

/** Installs missing Debian packages, if permitted. */
export async function installDebianPrograms() {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0 && mayUseApt()) {
    await attempt(() =>
      installByApt(
        missing.map((program) => program.package),
        `Installing ${missing.map((program) => program.name).join(', ')} for the tests (apt-get)`,
      ),
    );
  }
}

/** Lists missing programs, and fetches the W3C HTML checker if Java is available. */
export async function installHtmlChecker() {
  const left = programs.filter((program) => !isInstalled(program)).map((program) => program.name);
  if (left.length > 0) console.log(`Without ${left.join(', ')} the tests that need it are skipped.`);
  if (left.includes('java')) return;
  await attempt(() =>
    installAside({
      name: 'html-checker',
      title: 'Fetching the HTML checker (30 MB, into .cache)',
      advice: 'the test that needs it is skipped.',
    }),
  );
}

/**
 * A failed installation only skips tests.
 * @param {() => Promise<unknown>} install
 */
async function attempt(install) {
  try {
    await install();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(error.message);
  }
}

/** @param {{ name: string, args: string[] }} program */
function isInstalled({ name, args }) {
  try {
    execFileSync(name, args, { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
