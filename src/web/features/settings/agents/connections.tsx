import { useMay, useSession } from '../../../session/session.tsx'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Pane } from '../../../ui/pane.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { Glyph } from '../../../ui/status.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Table } from '../../../ui/table.tsx'
import { Ago, Moment } from '../../../ui/time.tsx'
import { toastError } from '../../../ui/toast-error.ts'
import { useAgentAccess, useAgentConnections, useEndConnection, useSetAgentAccess } from './api.ts'
import type { AgentConnection } from './api.ts'

const words = lateTexts.agents

/** The programs that are connected without a key, and the switch that keeps all of them out. */
export const ConnectionsPane = () => (
  <Pane
    title={words.connections}
    end={
      <span className="end">
        <AccessButton />
      </span>
    }
  >
    <AgentsOff />
    <Loaded query={useAgentConnections()} rows={2}>
      {(connections) =>
        connections.length === 0 ? (
          <Empty title={words.noConnections}>{words.noConnectionsText}</Empty>
        ) : (
          <Table isStacked>
            <TableHead
              columns={[words.program, words.mode, words.person, words.connected, words.lastUsed]}
              hasActions
            />
            <tbody>
              {connections.map((one) => (
                <Row key={one.id} connection={one} />
              ))}
            </tbody>
          </Table>
        )
      }
    </Loaded>
  </Pane>
)

function Row({ connection }: { readonly connection: AgentConnection }) {
  const { id, clientName, clientHost, mode, userId, userName, createdAt, lastUsedAt } = connection
  const { user } = useSession()
  const end = useEndConnection()
  return (
    <tr>
      <td>
        {clientName}
        {clientHost !== null && <span className="mute"> · {clientHost}</span>}
      </td>
      <td data-label={words.mode}>{words.modes[mode]}</td>
      <td data-label={words.person}>{userId === user.id ? words.you : userName}</td>
      <td className="dim" data-label={words.connected}>
        <Moment at={createdAt} />
      </td>
      <td className="dim" data-label={words.lastUsed}>
        <Ago at={lastUsedAt} />
      </td>
      <td>
        <DeleteButton
          title={words.disconnectTitle(clientName)}
          text={words.disconnectText}
          label={words.disconnect}
          onDelete={() => end.mutate({ params: { id } }, { onError: toastError })}
        />
      </td>
    </tr>
  )
}

function AgentsOff() {
  const access = useAgentAccess()
  if (access.data?.isAllowed !== false) return null
  return (
    <Note kind="degraded">
      <Glyph state="DEGRADED" />
      <p className="grow">{words.off}</p>
    </Note>
  )
}

function AccessButton() {
  const access = useAgentAccess()
  const change = useSetAgentAccess()
  const mayChange = useMay('setAgentAccess')
  if (!mayChange || access.data === undefined) return null
  const set = (isAllowed: boolean): void => change.mutate({ body: { isAllowed } }, { onError: toastError })
  if (access.data.isAllowed)
    return (
      <DeleteButton
        title={words.turnOffTitle}
        text={words.turnOffText}
        label={words.turnOff}
        onDelete={() => set(false)}
      />
    )
  return (
    <Button size="small" isBusy={change.isPending} onClick={() => set(true)}>
      {words.turnOn}
    </Button>
  )
}
