import path from 'node:path'
import { invariant } from '#kernel'
import type { ClusterLayout } from './cluster-layout.ts'
import { socketPort } from './cluster-layout.ts'
import type { ServerAccount } from './server-account.ts'
import { serverPaths } from './server-paths.ts'

export type ServerSettings = Readonly<Record<string, string | number | boolean>>

/** For a small machine that grows. The operator's `custom.conf` comes after them and wins. */
const ownSettings: ServerSettings = {
  listen_addresses: '',
  port: socketPort,
  unix_socket_permissions: '0700',
  max_connections: 60,
  // The rest is in the cache of the system, which gives it to others when they need it.
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: 1.1,
  jit: false,
  fsync: true,
  synchronous_commit: true,
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Each is a process; nothing here replicates, and reads are few and small.
  max_logical_replication_workers: 0,
  io_method: 'sync',
  wal_compression: true,
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: 0.9,
  // A queue's table turns over completely many times an hour.
  autovacuum_naptime: '10s',
  autovacuum_max_workers: 2,
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.05,
  autovacuum_vacuum_cost_limit: 1000,
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: false,
  log_line_prefix: '%m [%p] %a ',
  log_checkpoints: false,
  log_min_messages: 'warning',
  // Statements and the details of errors hold values of users.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

interface SettingsOf {
  readonly layout: ClusterLayout
  readonly account: ServerAccount
}

/** The text of `belfry.conf`, which PostgreSQL reads after its own file. `overrides` win over everything. */
export function serverSettingsText(parts: SettingsOf, overrides: ServerSettings): string {
  const { layout, account } = parts
  const { socketDirectory } = serverPaths(layout, account)
  const own = { ...ownSettings, unix_socket_directories: listed(socketDirectory) }
  return [
    '# Written at every start. Put settings of your own into the file named below.',
    ...linesOf(own),
    `include_if_exists = ${quote(path.basename(layout.customSettings))}`,
    ...linesOf(overrides),
    '',
  ].join('\n')
}

const linesOf = (settings: ServerSettings): string[] =>
  Object.entries(settings).map(([name, value]) => `${checkedName(name)} = ${quote(String(value))}`)

function checkedName(name: string): string {
  invariant(/^[a-z_.]+$/.test(name), `${name} is the name of a PostgreSQL setting`)
  return name
}

function quote(value: string): string {
  invariant(!/[\r\n\0]/.test(value), 'a PostgreSQL setting is one line')
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** A path as member of a list, in which commas and spaces at its ends would mean something. */
const listed = (file: string): string => `"${file.replaceAll('"', '""')}"`
