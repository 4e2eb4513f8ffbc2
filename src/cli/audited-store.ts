import type { Clock } from '#kernel'
import { AuditRecord } from '#storage/audit'
import type { Store } from '#storage/database'

/** A store whose changes are in the audit log as those of a command of the operator. */
export const auditedStore = (
  store: Store,
  clock: Clock,
  { command, accountId }: { readonly command: string; readonly accountId: string | null },
): Store =>
  new AuditRecord({
    operation: `belfry ${command}`,
    actor: { type: 'COMMAND_LINE', id: null, userId: null },
    address: '',
    userAgent: '',
    accountId,
    subject: { type: null, id: null },
    now: () => new Date(clock.now()),
  }).of(store)
