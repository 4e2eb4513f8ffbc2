import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { AccountName } from './account-name.tsx'
import { saveExport, useEntitlements, useMayDeleteAccount, useMayExport, useUse } from './api.ts'
import type { Entitlements, Use } from './api.ts'
import { DeleteAccount } from './delete-account.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { UseHistoryPane } from './use-history.tsx'
import styles from './account-screen.module.css'

const words = lateTexts.installation.account

/** The account, how much of its plan it uses, and its configuration to take along. */
export function AccountScreen() {
  const { account } = useSession()
  const mayExport = useMayExport()
  const mayDelete = useMayDeleteAccount()
  const plan = useEntitlements()
  return (
    <SettingsFrame title={words.title}>
      <section className="pane pad stack" aria-label={words.title}>
        <AccountName />
        <KeyValues>
          <dt>{words.id}</dt>
          <dd className="mono anywhere">{account.id}</dd>
        </KeyValues>
      </section>
      {mayExport && <Export />}
      <Pane title={words.limits} more={words.limitsText}>
        <Loaded query={plan}>{(limits) => <Limits plan={limits} />}</Loaded>
      </Pane>
      <Loaded query={plan}>{(limits) => <UseHistoryPane plan={limits} />}</Loaded>
      {mayDelete && <DeleteAccount />}
    </SettingsFrame>
  )
}

const Limits = ({ plan }: { readonly plan: Entitlements }) => (
  <Loaded query={useUse()}>{(use) => <LimitTable plan={plan} use={use} />}</Loaded>
)

function LimitTable({
  plan: { planDisplayName, entitlements },
  use,
}: {
  readonly plan: Entitlements
  readonly use: Use
}) {
  const used = new Map(use.entitlements.map(({ key, used: count }) => [key, count]))
  return (
    <>
      <div className="padx pb">
        <KeyValues>
          <dt>{words.plan}</dt>
          <dd>{planDisplayName}</dd>
          <dt>{words.storage}</dt>
          <dd>{words.stored(use.storage.files, formatBytes(use.storage.bytes))}</dd>
        </KeyValues>
      </div>
      <Table isStacked className={styles.table}>
        <TableHead columns={[words.entitlement, words.used]} />
        <tbody>
          {entitlements.map((entitlement) => (
            <tr key={entitlement.key}>
              <td>{words.names[entitlement.key] ?? entitlement.name}</td>
              <td>
                <Limit entitlement={entitlement} used={used.get(entitlement.key)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

interface LimitProps {
  readonly entitlement: Entitlements['entitlements'][number]
  /** Undefined: nothing that is counted. */
  readonly used: number | undefined
}

const nearly = 0.9

function Limit({ entitlement: { key, name, enabled, quantity }, used }: LimitProps) {
  if (!enabled) return <span className="mute">{words.off}</span>
  if (used === undefined) return <span className="dim">{words.on}</span>
  if (quantity === undefined)
    return (
      <span className="row wrap">
        {used} <span className="mute">{words.unlimited}</span>
      </span>
    )
  const isFull = used >= quantity
  return (
    <span className="row wrap">
      <meter
        className={styles.meter}
        aria-label={words.names[key] ?? name}
        min={0}
        max={Math.max(quantity, 1)}
        value={Math.min(used, quantity)}
      />
      {words.ofLimit(used, quantity)}
      {used >= quantity * nearly && (
        <StatusLine>
          <Glyph state={isFull ? 'FAILING' : 'DEGRADED'} />
          {isFull ? words.full : words.nearly}
        </StatusLine>
      )}
    </span>
  )
}

function Export() {
  const [isBusy, setBusy] = useState(false)
  const save = (): void => {
    setBusy(true)
    void saveExport()
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Pane title={words.export}>
      <div className="padx pb stack">
        <p className={`dim ${styles.text}`}>{words.exportText}</p>
        <div>
          <Button isBusy={isBusy} onClick={save}>
            {words.exportAction}
          </Button>
        </div>
      </div>
    </Pane>
  )
}
