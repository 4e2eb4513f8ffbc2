import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { Entity, Fields } from './entities.ts'
import { filledTemplate } from './templates.ts'

/** Snippets and defaults of the configuration of AutoKuma. */
export interface Settings {
  readonly prefix: string
  readonly snippets: ReadonlyMap<string, string>
  /** `http.max_redirects` or `*.max_retries` with their values. */
  readonly defaults: readonly (readonly [name: string, value: string])[]
}

const mostLines = 2000

/** `NAME=value` lists and maps, as Compose has labels and environments. */
export function pairsOf(given: unknown): readonly (readonly [string, string])[] {
  if (isFields(given)) return Object.entries(given).map(([name, value]) => [name, textIn(value)])
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  return list.map(textIn).map((line) => {
    const at = line.indexOf('=')
    return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
  })
}

/** From the environment of the container of AutoKuma, or its own file. */
export function settingsOf(
  environment: readonly (readonly [string, string])[],
  configurations: readonly Fields[],
): Settings {
  const snippets = new Map<string, string>()
  for (const [name, value] of environment) {
    const [, snippet] = /^AUTOKUMA__SNIPPETS__(.+)$/i.exec(name) ?? []
    if (snippet !== undefined) snippets.set(snippet.toLowerCase(), value)
  }
  for (const { snippets: given } of configurations)
    for (const [name, text] of Object.entries(isFields(given) ? given : {}))
      snippets.set(name.toLowerCase(), textIn(text))
  const ofFile = configurations.map(({ docker }) => (isFields(docker) ? textIn(docker['label_prefix']) : ''))
  const prefixes = [...ofFile, valueIn(environment, 'AUTOKUMA__DOCKER__LABEL_PREFIX'), 'kuma']
  const defaults = [
    ...configurations.map(({ default_settings: settings }) => textIn(settings)),
    valueIn(environment, 'AUTOKUMA__DEFAULT_SETTINGS'),
  ]
  return { prefix: firstOf(prefixes), snippets, defaults: linesOf(firstOf(defaults)) }
}

const firstOf = (texts: readonly string[]): string => texts.find((text) => text !== '') ?? ''

const valueIn = (environment: readonly (readonly [string, string])[], wanted: string): string =>
  environment.find(([name]) => name.toUpperCase() === wanted)?.[1] ?? ''

/** `name: value` lines. */
const linesOf = (text: string): readonly (readonly [string, string])[] =>
  text.split('\n', mostLines).flatMap((line) => {
    const at = line.indexOf(':')
    const value = line.slice(at + 1).trim()
    return at < 1 ? [] : [[line.slice(0, at).trim(), value.replace(/^(["'])([^]*)\1$/, '$2')] as const]
  })

interface Container {
  readonly name: string
  readonly labels: readonly (readonly [string, string])[]
  readonly values: Fields
}

/** The entities that the labels of a container define. */
export function entitiesOf(
  { name, labels, values }: Container,
  { prefix, snippets, defaults }: Settings,
  draft: Draft,
): readonly Entity[] {
  const item = `service "${name}"`
  const found = new Map<string, { type: string; settings: Record<string, unknown> }>()
  const add = (key: string, text: string): void => {
    const value = filledTemplate(text, values)
    const filledKey = filledTemplate(key, values)
    const [, id, type, setting] = /^([^.]+)\.([a-z_-]+)\.(.+)$/.exec(filledKey ?? '') ?? []
    if (value === null || filledKey === null)
      draft.report({
        item,
        field: key,
        fate: 'impossible',
        note: 'Its template needs the running container: write the value.',
      })
    else if (id === undefined || type === undefined || setting === undefined)
      draft.report({ item, field: key, fate: 'unknown', note: '' })
    else {
      const entity = found.get(id) ?? { type, settings: {} }
      found.set(id, entity)
      set(entity.settings, setting, value)
    }
  }
  for (const [label, value] of labels) {
    const plain = snippets.get(`!${label.toLowerCase()}`)
    const inner = label.startsWith(`${prefix}.`) ? label.slice(prefix.length + 1) : null
    if (plain !== undefined) addSnippet({ text: plain, args: [value] })
    else if (inner?.startsWith('__')) useSnippet(inner.slice(2), value)
    else if (inner !== null) add(inner, value)
  }
  return [...found].map(([id, { type, settings }]) => ({
    id,
    type,
    settings: { ...defaultsFor(type, defaults, values), ...settings },
  }))

  function useSnippet(snippet: string, text: string): void {
    const template = snippets.get(snippet.toLowerCase())
    const args = argumentsOf(filledTemplate(text, values) ?? text)
    if (template !== undefined && args !== null) addSnippet({ text: template, args })
    else {
      const note =
        template === undefined
          ? 'This snippet is unknown: give the configuration of AutoKuma, too.'
          : 'Its arguments are no JSON.'
      draft.report({ item, field: `__${snippet}`, fate: 'impossible', note })
    }
  }

  function addSnippet({ text, args }: { readonly text: string; readonly args: readonly unknown[] }): void {
    const filled = filledTemplate(text, { ...values, args })
    if (filled === null) {
      const note = 'The snippet has statements, or needs the running container: write labels instead.'
      draft.report({ item, field: 'snippet', fate: 'impossible', note })
    } else for (const [key, value] of linesOf(filled)) add(key, value)
  }
}

/** `config.type` is a member of `config`. */
function set(settings: Record<string, unknown>, setting: string, value: string): void {
  const [name = '', member] = setting.split('.', 2)
  const inner = settings[name]
  if (member === undefined) settings[name] = value
  else settings[name] = { ...(isFields(inner) ? inner : {}), [member]: value }
}

/** Comma-separated values of JSON. */
function argumentsOf(text: string): readonly unknown[] | null {
  try {
    const args: unknown = JSON.parse(`[${text}]`)
    return Array.isArray(args) ? args : null
  } catch {
    return null
  }
}

const noMonitors: ReadonlySet<string> = new Set(['tag', 'notification', 'docker_host'])

function defaultsFor(type: string, defaults: Settings['defaults'], values: Fields): Fields {
  const own = defaults.flatMap(([name, text]) => {
    const [of, setting] = name.split('.', 2)
    const value = filledTemplate(text, values)
    return setting !== undefined && value !== null && ((of === '*' && !noMonitors.has(type)) || of === type)
      ? [[setting, value]]
      : []
  })
  return Object.fromEntries(own)
}
