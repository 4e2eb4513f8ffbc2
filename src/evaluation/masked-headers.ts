import { redactionMark, secretHeaders } from '#redaction'

/** The keys of locked pairs, in lowercase: their values are masked wherever they were sent. */
export const lockedKeys = (
  pairs: readonly { readonly key: string; readonly locked: boolean }[] | undefined,
): ReadonlySet<string> => new Set((pairs ?? []).filter(({ locked }) => locked).map(({ key }) => key.toLowerCase()))

const noNames: ReadonlySet<string> = new Set()

/** Masks the values of secret headers and of the named ones, case-insensitively. */
export function maskNamed<V>(
  values: Readonly<Record<string, V>>,
  names: ReadonlySet<string> = noNames,
): Readonly<Record<string, V | string>> {
  const isHidden = (name: string): boolean => secretHeaders.has(name.toLowerCase()) || names.has(name.toLowerCase())
  if (!Object.keys(values).some(isHidden)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isHidden(name) ? redactionMark : value]),
  )
}
