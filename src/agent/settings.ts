import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import type { InstallableRuntimeId } from '#contract'
import type { LogLevel } from '#kernel'
import {
  SettingReader,
  absolutePath,
  anchorRows,
  integer,
  matching,
  oneOf,
  optional,
  row,
  runtimesToInstall,
  truth,
  webUrl,
} from '#runner-host'
import type { Environment, SettingRow, SettingsOf } from '#runner-host'
import { dependencyKeepingOf, dependencySettingRows } from './dependencies/dependency-settings.ts'
import type { DependencyKeeping } from './dependencies/dependency-settings.ts'
import { openPolicy } from './policy/local-policy.ts'
import type { LocalPolicy } from './policy/local-policy.ts'
import type { ProxySettings } from './own-proxy.ts'
import { readPolicy } from './policy/read-policy.ts'

/** For machines without a host name. */
const unnamed = 'agent'

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const

/** The hosted product's agents have a level between debug and info. */
const logLevel = (text: string): LogLevel => {
  const level = oneOf(levels)(text)
  return level === 'log' ? 'info' : level
}

/** The settings of agents, from which they are read and their documentation is generated. */
export const agentSettingRows = {
  BELFRY_URL: optional('URL of the service, for example https://belfry.example.com. Required.', webUrl),
  API_KEY: optional(
    'Key of the location that the agent serves. Required.',
    matching(/^[\w-]{8,256}$/, 'the key of a location, which begins with pl_'),
  ),
  BELFRY_AGENT_NAME: optional(
    'Name by which people recognize the agent. Without it the name of the machine, or `agent`.',
    matching(/^[^\s\p{Cc}][^\p{Cc}]{0,254}$/u, 'at most 255 characters without line breaks'),
  ),
  JOB_CONCURRENCY: row(
    'Runs that work at the same time; those that only wait for a target do not count.',
    1,
    integer(1, 500),
  ),
  LOG_LEVEL: row<LogLevel>('DEBUG, LOG, INFO, WARN or ERROR.', 'info', logLevel, 'INFO'),
  AGENT_HEALTH_HOST: row(
    'Address on which the health probes listen; 0.0.0.0 or :: for every one, as probes of other machines need.',
    '127.0.0.1',
    matching(/^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i, 'an IP address'),
  ),
  AGENT_HEALTH_PORT: row('Port of the health probes; 0 picks a free one.', 8081, integer(0, 65_535)),
  BELFRY_STOP_GRACE_SECONDS: row(
    'How long runs may go on after a stop before they are returned to the queue.',
    330,
    integer(0, 7_200),
  ),
  BELFRY_DATA_DIR: row(
    'Directory of runs under way and of installed runtimes. Nothing in it has to be kept.',
    './agent-data',
    (text) => text,
  ),
  BELFRY_ALLOW_PRIVATE_TARGETS: row(
    'Whether checks may reach private and loopback addresses. Cloud metadata and link-local addresses are always blocked.',
    true,
    truth,
  ),
  BELFRY_RUN_SCRIPTS_WITHOUT_ISOLATION: row(
    'Whether scripts run even where this machine cannot isolate them. They can then read and do whatever the agent can.',
    false,
    truth,
  ),
  BELFRY_RUNTIMES: row<readonly InstallableRuntimeId[] | null>(
    'Runtimes installed in the background after the start, separated by commas. `on-demand` installs one when a script first needs it, `off` installs none at all.',
    [],
    runtimesToInstall,
    'on-demand',
  ),
  BELFRY_RUNTIMES_DIR: optional(
    'Directory of the installed runtimes, about 1 GB each; several agents may share it. Without it: `runtimes` in BELFRY_DATA_DIR.',
    absolutePath,
  ),
  BELFRY_CHROMIUM_PATH: optional(
    'Program of a Chromium or Chrome to use in place of the one in the runtimes.',
    absolutePath,
  ),
  HTTP_PROXY: optional(
    'Proxy of the calls to the service when its URL is http, for example http://user:password@proxy.internal:3128.',
    webUrl,
  ),
  HTTPS_PROXY: optional('The same for a service whose URL is https, which is reached by CONNECT.', webUrl),
  NO_PROXY: optional('Hosts that are called without a proxy, separated by commas.', (text) => text),
  USE_OS_DNS_RESOLVER: row(
    'Whether TCP checks resolve names by the operating system (getaddrinfo) instead of by its name servers.',
    false,
    truth,
  ),
  ...anchorRows,
  ...dependencySettingRows,
  EXTERNAL_OBSERVABILITY: row(
    'Whether a crash of the agent is reported to the service, without anything of checks: on or off.',
    'on',
    oneOf(['on', 'off']),
  ),
  BELFRY_AGENT_POLICY: row<LocalPolicy>(
    'What this agent may do, in JSON; usually BELFRY_AGENT_POLICY_FILE names a file with it. The server cannot loosen it.',
    openPolicy,
    readPolicy,
    '',
  ),
} as const satisfies Record<string, SettingRow<unknown>>

/** All settings of an agent. */
export interface AgentSettings extends Omit<SettingsOf<typeof agentSettingRows>, 'url' | 'apiKey'> {
  readonly url: string
  readonly apiKey: string
  readonly name: string
  /** The proxies of the agent's own traffic. */
  readonly proxies: ProxySettings
  /** The handling of installed dependencies of suites. */
  readonly dependencies: DependencyKeeping
  /** Whether Node verifies the certificate of the service; NODE_TLS_REJECT_UNAUTHORIZED=0 turns it off. */
  readonly verifiesService: boolean
}

export type AgentSettingsResult = { readonly settings: AgentSettings } | { readonly mistakes: readonly string[] }

/** Reads every setting once. Returns the settings when all are valid, otherwise every mistake. */
export function readAgentSettings(environment: Environment): AgentSettingsResult {
  const reader = new SettingReader(environment)
  reader.rejectUnknown('BELFRY_AGENT_', Object.keys(agentSettingRows), [])
  reader.rejectUnknown('AGENT_', Object.keys(agentSettingRows), [])
  reader.rejectUnknown('DEPENDENCY_CACHE', Object.keys(agentSettingRows), [])
  const values = reader.getAll(agentSettingRows)
  const settings: AgentSettings = {
    ...values,
    url: required(reader, 'BELFRY_URL', values.url),
    apiKey: required(reader, 'API_KEY', values.apiKey),
    name: values.agentName ?? (hostname() || unnamed),
    proxies: { HTTP_PROXY: values.httpProxy, HTTPS_PROXY: values.httpsProxy, NO_PROXY: values.noProxy },
    dependencies: dependencyKeepingOf(values, reader.mistakes),
    verifiesService: environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
  }
  // Node itself only warns of such a file.
  const authorities = environment['NODE_EXTRA_CA_CERTS']
  if (authorities && !existsSync(authorities))
    reader.mistakes.push(`NODE_EXTRA_CA_CERTS names the file ${authorities}, which does not exist.`)
  // An empty file is not the wish to allow everything.
  if (environment['BELFRY_AGENT_POLICY_FILE'] && settings.agentPolicy === openPolicy && reader.mistakes.length === 0)
    reader.mistakes.push('BELFRY_AGENT_POLICY_FILE names an empty file. Write {} into it to restrict nothing.')
  return reader.mistakes.length > 0 ? { mistakes: reader.mistakes } : { settings: Object.freeze(settings) }
}

function required(reader: SettingReader, name: 'BELFRY_URL' | 'API_KEY', value: string | null): string {
  if (value === null && !reader.mistakes.some((mistake) => mistake.startsWith(name)))
    reader.mistakes.push(`${name} is missing. ${agentSettingRows[name].description}`)
  return value ?? ''
}
