const keys = new Map<string, string>()

/** Keeps a key that is shown once until the page is left. */
export const rememberKey = (dashboardId: string, rawKey: string): void => void keys.set(dashboardId, rawKey)

export const freshKeyOf = (dashboardId: string): string | null => keys.get(dashboardId) ?? null
