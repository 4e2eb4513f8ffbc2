import { isFields } from '#contract'
import { kinds, sectionNames } from '../kinds.ts'
import type { SectionName } from '../kinds.ts'
import type { AccountContent, Fields, LiveResource } from './account-content.ts'

/** The name of each resource in files, by its section and id. */
export type Names = ReadonlyMap<SectionName, ReadonlyMap<string, string>>

/** Names that people recognize, each once in its section: that of a project that has the resource, or what it is called. */
export const namesOf = (account: AccountContent): Names =>
  new Map(sectionNames.map((section) => [section, namesIn(account[section], kinds[section].noun)]))

function namesIn(resources: readonly LiveResource[], noun: string): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    resources.map((resource) => {
      const base = ownedName(resource) ?? slugOf(titleOf(resource), noun)
      let name = base
      for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}-${count}`
      taken.add(name.toLowerCase())
      return [String(resource.id), name]
    }),
  )
}

function ownedName({ projectBindings }: LiveResource): string | null {
  const owner = isFields(projectBindings) ? projectBindings['owner'] : null
  const binding = isFields(owner) ? owner['binding'] : null
  const name = isFields(binding) ? binding['logicalId'] : null
  return typeof name === 'string' && name.length <= longestName ? name : null
}

const longestName = 60

function titleOf({ name, header, slugName, config, type }: LiveResource): string {
  const [title] = [slugName, name, header, ...ofConfig(config), type].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  return title ?? ''
}

/** A name for a channel without one. Its address may be a credential. */
const ofConfig = (config: unknown): readonly unknown[] =>
  isFields(config) ? ['name', 'serviceName', 'address', 'number', 'channel'].map((field) => config[field]) : []

function slugOf(title: string, noun: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return slug.slice(0, longestName).replace(/-+$/, '') || noun.replaceAll(' ', '-')
}

/** The name of a resource, or its id where no file has it. */
export function referenceTo(names: Names, section: SectionName, id: unknown): string | Fields {
  return names.get(section)?.get(String(id)) ?? { id }
}
