import type { AgenticTask, TaskCode, TaskVariable } from '#contract'
import { redactor } from '#redaction'

const placeholder = /\{\{\{?\s*([A-Za-z_]\w*)\s*\}?\}\}/g
const address = /https?:\/\/[^\s"'<>)\]}]+/gi
const bareHost = /(?<![\w@/.:-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?::\d{1,5})?(?![\w@-])/gi

/** The variables and addresses that a prompt lets its runs use. */
export interface PromptScope {
  /** The variables that it refers to. */
  readonly variables: readonly TaskVariable[]
  /** Names it refers to that have no value. */
  readonly missing: readonly string[]
  /** Hosts that it names, by itself or by its variables, with the port if it is not the usual one. */
  readonly hosts: readonly string[]
  /** A text without the values of secrets; those of the prompt become `{{NAME}}`. */
  readonly redact: (text: string) => string
  /** The environment of the sandboxed process. */
  readonly environment: Readonly<Record<string, string>>
}

/** Secrets are secret variables, and variables that a name of a secret marks. */
export function scopeOf({ prompt }: AgenticTask, { environment }: TaskCode, secrets: readonly string[]): PromptScope {
  const names = [...new Set([...prompt.matchAll(placeholder)].map(([, name = '']) => name))]
  const known = new Map(environment.map((variable) => [variable.key, variable]))
  const variables = names.flatMap((name) => known.get(name) ?? [])
  const hosts = hostsOf(prompt.replaceAll(placeholder, (whole, name: string) => known.get(name)?.value ?? whole))
  const hidden = variables.filter(({ secret }) => secret)
  return {
    variables,
    missing: names.filter((name) => !known.has(name)),
    hosts,
    redact: redactionOf(hidden, secrets),
    environment: {
      ...Object.fromEntries(variables.map(({ key, value }) => [key, value])),
      AGENTIC_HOSTS: hosts.join(' '),
      AGENTIC_SECRETS: hidden.map(({ key }) => key).join(' '),
    },
  }
}

function hostsOf(text: string): string[] {
  const urls = [...text.matchAll(address)].flatMap(([found]) => URL.parse(found)?.host ?? [])
  const bare = [...text.replaceAll(address, ' ').matchAll(bareHost)].flatMap(
    ([found]) => URL.parse(`https://${found}`)?.host ?? [],
  )
  return [...new Set([...urls, ...bare])]
}

function redactionOf(hidden: readonly TaskVariable[], secrets: readonly string[]): (text: string) => string {
  const named = hidden.map(({ key, value }) => redactor([value], () => `{{${key}}}`))
  const others = redactor(secrets)
  return (text) => others(named.reduce((clean, redact) => redact(clean), text))
}
