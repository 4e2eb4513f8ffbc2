const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** With or without hyphens: Django stores them without, but for PostgreSQL. */
export const isUuidText = (text: string): boolean => uuid.test(text)

/** The form with hyphens, in lowercase. */
export const hyphenated = (text: string): string =>
  text
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
