export interface Welcome {
  readonly url: string
  /** Set on the first start, unless account and key were given. */
  readonly made: { readonly accountId: string; readonly apiKey: string } | null
  /** Signs the owner in once. */
  readonly signInToken: string | null
  /** The mail address of the owner; null when it is not configured. */
  readonly ownerEmail: string | null
  /** Whether this machine stands for every public location. */
  readonly isEveryLocation: boolean
}

/** The text printed after the start; on the first start with the account, the key and example commands. */
export function welcomeText({ url, made, signInToken, ownerEmail, isEveryLocation }: Welcome): string {
  const head = [`Belfry is running at ${url}`, `  API reference  ${url}/docs`, `  Health         ${url}/health`]
  if (isEveryLocation)
    head.push('  Locations      all public locations are this machine; docs/locations.md adds others')
  if (made === null) return `${head.join('\n')}\n`
  const auth = `-H 'Authorization: Bearer ${made.apiKey}'`
  return `${[
    ...head,
    '',
    ...(signInToken === null
      ? []
      : [`  Sign in        ${url}/sign-in#token=${signInToken}`, '                 works once, within 30 minutes', '']),
    `  Account id     ${made.accountId}`,
    `  API key        ${made.apiKey}`,
    ...(ownerEmail === null
      ? ['  Owner          has no address yet: set BELFRY_OWNER_EMAIL for alerts no channel delivers']
      : []),
    '  The key is shown this once. Make others with: npx belfry keys create',
    '',
    'Try next:',
    `  curl -s ${url}/v1/checks/url ${auth} -H 'Content-Type: application/json' -d '{"name":"My first check","frequency":1,"locations":["eu-west-1"],"request":{"url":"${url}/health"}}'`,
    `  curl -s ${url}/v1/check-statuses ${auth}`,
    `  curl -s "${url}/v2/check-results/$(curl -s ${url}/v1/checks ${auth} | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)" ${auth}`,
  ].join('\n')}\n`
}
