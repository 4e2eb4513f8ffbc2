/** The URL of the operation below the base of an API, or the base when it names the operation already. */
export const completionsUrl = (base: string): string => {
  const trimmed = base.replace(/\/+$/, '')
  return trimmed.endsWith('/chat/completions') ? trimmed : `${trimmed}/chat/completions`
}

export const requestHeaders = (apiKey: string | null): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json',
  'user-agent': 'Belfry',
  ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
})
