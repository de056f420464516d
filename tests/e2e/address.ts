/** Where the server of the end-to-end tests listens. */
export const port = Number(process.env['E2E_PORT'] ?? 4610);
export const address = `http://localhost:${port}`;
