const keys = new Map<string, string>()

/** Keeps a key that is shown once until the page is left. */
export const rememberKey = (locationId: string, rawKey: string): void => void keys.set(locationId, rawKey)

export const freshKeyOf = (locationId: string): string | null => keys.get(locationId) ?? null
