/** `fetch` rejects with a TypeError that has a cause when there is no response. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined
