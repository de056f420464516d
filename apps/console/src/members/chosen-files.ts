/** The files of imports that this tab is uploading. A reload forgets them. */
export const chosenFiles = new Map<string, File>();
