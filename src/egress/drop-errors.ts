/** Errors after the last listener was removed must not end the process. */
export const dropErrors = (): void => {}
