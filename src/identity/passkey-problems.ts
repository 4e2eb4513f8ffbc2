const problems: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/origin|RP ID/i, 'it was used at another address than BELFRY_PUBLIC_URL'],
  [/user verification/i, 'the device did not verify who uses it; set up a PIN, a fingerprint or a face there'],
  [/user presence|user not present/i, 'nobody confirmed it at the device'],
  [/counter/i, 'its counter did not go up, so it may have been copied; remove it, and add another'],
  [/challenge/i, 'it answers another request; start again'],
]

/** The reason of an error of the library in our words: its own message quotes input of the browser. */
export function problemOfPasskey(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return problems.find(([pattern]) => pattern.test(message))?.[1] ?? 'what the device sent cannot be verified'
}
