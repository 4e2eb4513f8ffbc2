import { Plus } from 'lucide-react'
import { useState } from 'react'
import { serviceUrl } from '../../api/call.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useApiKeys, useRevokeApiKey } from './api.ts'
import type { ApiKey } from './api.ts'
import { PingKeyPane } from './ping-key.tsx'
import { NewKey } from './new-key.tsx'
import styles from './keys-screen.module.css'
import { ProbeTargetsPane } from './probe-targets.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { Note } from '../../ui/note.tsx'
import { Table } from '../../ui/table.tsx'

const words = lateTexts.setup.keys
const { role: roleLabel } = lateTexts.setup.settings

/** The API keys of the account, with their roles and when they were last used. */
export function KeysScreen() {
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  return (
    <SettingsFrame
      title={words.title}
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Plus className="ic s" aria-hidden="true" />
          {words.new}
        </Button>
      }
    >
      {created !== null && <CreatedKey value={created} />}
      <KeyList onCreate={() => setCreating(true)} />
      <section className="pane pad" aria-label={words.use}>
        <h2>{words.use}</h2>
        <div className={`mt8 ${styles.example}`}>
          <CodeBlock label="curl" text={example} />
        </div>
      </section>
      <PingKeyPane />
      <ProbeTargetsPane />
      {isCreating && <NewKey onClose={() => setCreating(false)} onCreated={setCreated} />}
    </SettingsFrame>
  )
}

const example = `curl ${serviceUrl('/v1/checks')} \\\n  -H "Authorization: Bearer $BELFRY_API_KEY"`

const CreatedKey = ({ value }: { readonly value: string }) => (
  <div className="pad" role="status">
    <Note kind="passing">
      <Glyph state="PASSING" />
      <div className="grow">
        <CodeBlock label={words.shownOnce} text={value} />
        <p className="mt8">{words.shownOnceText}</p>
      </div>
    </Note>
  </div>
)

const KeyList = ({ onCreate }: { readonly onCreate: () => void }) => (
  <Loaded query={useApiKeys()} rows={3}>
    {(keys) =>
      keys.length === 0 ? (
        <Empty title={words.none} action={<Button onClick={onCreate}>{lateTexts.setup.addFirst}</Button>}>
          {words.noneText}
        </Empty>
      ) : (
        <Table isStacked>
          <TableHead columns={[words.keyName, words.key, roleLabel, words.created, words.lastUsed]} hasActions />
          <tbody>
            {keys.map((key) => (
              <Row key={key.id} apiKey={key} />
            ))}
          </tbody>
        </Table>
      )
    }
  </Loaded>
)

const rightsOf = ({ role, agentMode }: ApiKey): string => {
  if (agentMode !== null) return words.agent(lateTexts.agents.modes[agentMode])
  return role === null ? words.yours : texts.common.roles[role]
}

function Row({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, name, prefix, createdAt, lastUsedAt } = apiKey
  const revoke = useRevokeApiKey()
  return (
    <tr>
      <td className="long">{name}</td>
      <td>
        <code className="mute">{prefix}…</code>
      </td>
      <td>{rightsOf(apiKey)}</td>
      <td className="dim" data-label={words.created}>
        <Moment at={createdAt} />
      </td>
      <td className="dim" data-label={words.lastUsed}>
        <Ago at={lastUsedAt} />
      </td>
      <td>
        <DeleteButton
          title={words.revokeTitle(name)}
          text={words.revokeText}
          label={words.revoke}
          onDelete={() => revoke.mutate({ params: { id } }, { onError: toastError })}
        />
      </td>
    </tr>
  )
}
