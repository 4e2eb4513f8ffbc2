import { channelTypes, isFields } from '#contract'
import { redactFields } from '#redaction'
import { kinds, sectionNames } from '../kinds.ts'
import type { SectionName } from '../kinds.ts'
import { fieldOf } from '../mistake.ts'
import type { Path } from '../mistake.ts'
import type { Fields } from './account-content.ts'

/** A variable of the environment that stands for a value that is not written out. */
export interface NeededVariable {
  readonly name: string
  /** Where it is used, for example `checks.home.request.headers[0].value`. */
  readonly field: string
  /** Whether the value is one that this installation alone knows by an id. */
  readonly isLocal: boolean
}

/** Names that the variables of several resources could share are used once. */
export class NeededVariables {
  readonly all: NeededVariable[] = []
  readonly #taken = new Set<string>()

  /** The text that takes the value from the environment. */
  take(words: readonly string[], path: Path, isLocal = false): string {
    const base = words
      .join('_')
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase()
      .replace(/^(?=\d)/, '_')
    let name = base
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}_${count}`
    this.#taken.add(name)
    this.all.push({ name, field: fieldOf(path), isLocal })
    return `\${env:${name}}`
  }
}

/** Fields with ids of what is in no file and in no other installation. */
const localFields: ReadonlySet<string> = new Set(['codeBundlePath', 'sslClientCertificateId'])

interface Named {
  readonly section: SectionName
  readonly logicalId: string
}

/**
 * The resource with a variable of the environment in place of each credential: what is locked or secret, what its type of
 * channel calls a secret, and what looks like one by its name or form. Texts that look like variables are escaped.
 */
export const hideSecrets = (value: Fields, named: Named, needed: NeededVariables): Fields =>
  new Hider(value, named, needed).hideIn(value, redactFields(value), [])

class Hider {
  readonly #named: Named
  readonly #needed: NeededVariables
  readonly #secrets: readonly string[]

  constructor(value: Fields, named: Named, needed: NeededVariables) {
    this.#named = named
    this.#needed = needed
    this.#secrets = named.section === 'alertChannels' ? secretsOfChannel(value) : []
  }

  hideIn(fields: Fields, redacted: unknown, path: Path): Fields {
    return Object.fromEntries(
      Object.entries(fields).map(([name, item]) => {
        const after = isFields(redacted) ? redacted[name] : item
        return [
          name,
          this.#isHidden(fields, name, { after, path })
            ? this.#variable(fields, name, path)
            : this.#hide(item, after, [...path, name]),
        ]
      }),
    )
  }

  #hide(given: unknown, redacted: unknown, path: Path): unknown {
    const itemOf = (index: number): unknown => (Array.isArray(redacted) ? redacted[index] : undefined)
    if (Array.isArray(given)) return given.map((item, index) => this.#hide(item, itemOf(index), [...path, index]))
    if (isFields(given)) return this.hideIn(given, redacted, path)
    return typeof given === 'string' ? escaped(given) : given
  }

  #isHidden(fields: Fields, name: string, { after, path }: { readonly after: unknown; readonly path: Path }): boolean {
    if (path.length === 0 && codeFields.has(name)) return false
    const isNamed = localFields.has(name) || (path.length === 1 && this.#secrets.includes(name))
    return isHidden(fields, name, after) || (isNamed && isValue(fields[name]))
  }

  #variable(fields: Fields, name: string, path: Path): string {
    const { section, logicalId } = this.#named
    const { key } = fields
    const word = typeof key === 'string' && name === 'value' ? key : name
    return this.#needed.take([logicalId, word], [section, logicalId, ...path, name], localFields.has(name))
  }
}

/** Code is exported as it is: nobody could change it in a variable. */
const codeFields: ReadonlySet<string> = new Set(
  sectionNames.flatMap((name) => kinds[name].scripts ?? []).map(({ name }) => name),
)

const isValue = (value: unknown): boolean => typeof value === 'string' && value !== '' && !onlyTemplates.test(value)
const onlyTemplates = /^(?:[A-Za-z]+ )?(?:\{\{[^{}]*\}\})+$/

/** The value of a secret variable is null, as it is never read again. */
function isHidden(fields: Fields, name: string, redacted: unknown): boolean {
  const { [name]: value, secret, locked } = fields
  if (name === 'value' && secret === true) return true
  if (name === 'value' && locked === true) return typeof value === 'string' && value !== ''
  return isValue(value) && redacted !== value
}

function secretsOfChannel({ type }: Fields): readonly string[] {
  const table: Readonly<Record<string, { readonly secrets: readonly string[] }>> = channelTypes
  return table[String(type)]?.secrets ?? []
}

const escaped = (text: string): string => text.replaceAll('${env:', (found) => `$${found}`)
