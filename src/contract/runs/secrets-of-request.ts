/**
 * The values of a request that must not appear in what is stored of its run: those of locked pairs, and passwords, alone
 * and with their user name. Each once, none is empty.
 */
export function secretsOfRequest(request: unknown): string[] {
  const secrets: string[] = []
  collectLocked(request, secrets)
  return [...new Set(secrets)].filter((secret) => secret !== '')
}

function collectLocked(value: unknown, secrets: string[]): void {
  if (Array.isArray(value)) return value.forEach((item) => collectLocked(item, secrets))
  if (value === null || typeof value !== 'object') return
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = fields.get('value')
  if (fields.get('locked') === true && typeof text === 'string') secrets.push(text)
  const password = fields.get('password')
  if (typeof password === 'string' && password !== '')
    secrets.push(password, `${String(fields.get('username'))}:${password}`)
  for (const item of fields.values()) collectLocked(item, secrets)
}
