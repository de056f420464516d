import { ConsoleTab } from '../../../setup/console.ts';
import { startTestServer } from '../../../setup/test-server.ts';

/**
 * A process of the console that sends itself the request of a message, and is killed meanwhile.
 * Arguments: database, time, and the token of a session.
 */
const [connectionString = '', time = '', token = ''] = process.argv.slice(2);
const { app } = await startTestServer({ connectionString }, { now: new Date(time) });
process.once('message', ([path, body]: [string, object]) => void new ConsoleTab(app, token).post(path, body));
