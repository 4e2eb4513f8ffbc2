/** Node writes a name as one line for each attribute, with control characters escaped. */
const attributesOf = (name: string | undefined): readonly string[] =>
  (name ?? '').split('\n').filter((line) => line !== '')

/** The last value of an attribute, for example `CN`; empty when there is none. */
export const nameAttribute = (name: string | undefined, attribute: string): string =>
  attributesOf(name)
    .findLast((line) => line.startsWith(`${attribute}=`))
    ?.slice(attribute.length + 1) ?? ''

/** `CN=shop.example, O=Shop`: the attributes in the order of the certificate. */
export const distinguishedName = (name: string | undefined): string => attributesOf(name).join(', ')
