import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { messageOf } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { states } from '../../check-list/states.ts'
import { groupCells } from '../../check-list/cells.ts'
import type { CellGroup } from '../../check-list/cells.ts'
import { useCells, useGroupChanges, useGroups } from './api.ts'
import type { Group } from './api.ts'
import { MuteMenu, useGroupMute, useMuting } from './mute-group.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'

const words = lateTexts.setup.groups
/** Groups, whose settings their checks share. */
export function GroupsScreen() {
  const list = useGroups()
  const cells = useCells()
  const mayCreate = useMay('createCheckGroupV2')
  const byId = useMemo(() => cells && new Map(groupCells(cells, '').map((group) => [group.id, group])), [cells])
  return (
    <ListPage
      title={words.title}
      words={words}
      create={mayCreate ? '/groups/new' : null}
      query={list}
      textsOf={({ name, tags }) => [name, ...tags]}
    >
      {(groups) => (
        <Table isStacked>
          <TableHead columns={[words.name, words.checks, texts.checks.state]} hasActions />
          <tbody>
            {groups.map((group) => (
              <Row key={group.id} group={group} cells={byId && (byId.get(group.id) ?? null)} />
            ))}
          </tbody>
        </Table>
      )}
    </ListPage>
  )
}

/** `cells` is null for a group without checks, undefined while nobody knows. */
const Row = ({ group, cells }: { readonly group: Group; readonly cells: CellGroup | null | undefined }) => (
  <tr>
    <td>
      <Link className="quiet" to="/groups/$id" params={{ id: String(group.id) }}>
        <b>{group.name}</b>
      </Link>
    </td>
    <td>
      {cells === null && <span className="mute">{texts.checks.count(0)}</span>}
      {cells && (
        <Link className="link" to="/checks" search={{ group: String(group.id) }}>
          {texts.checks.count(cells.cells.length)}
        </Link>
      )}
    </td>
    <td className="dim">
      <span className="row wrap">
        {!group.activated && texts.common.state.PAUSED} <MutedUntil group={group} />
        {cells &&
          states.map(
            (state) =>
              cells.counts[state] > 0 && (
                <StatusLine key={state}>
                  <Glyph state={state} />
                  {formatNumber(cells.counts[state])} {texts.common.state[state]}
                </StatusLine>
              ),
          )}
      </span>
    </td>
    <td>
      <Actions group={group} />
    </td>
  </tr>
)

/** Pauses or mutes a whole group, and offers to undo it. */
function Actions({ group }: { readonly group: Group }) {
  const { id, name, activated } = group
  const { update } = useGroupChanges()
  const muting = useMuting(group)
  const mayChange = useMay('updateCheckGroup')
  if (!mayChange) return null
  const put = async (next: boolean, isUndo = false): Promise<void> => {
    try {
      await update(id, { activated: next })
      toast({
        text: isUndo ? texts.checks.undone : words.changed(name),
        ...(!isUndo && { undo: () => void put(!next, true) }),
      })
    } catch (error) {
      toast({ text: messageOf(error) })
    }
  }
  return (
    <span className="row wrap">
      <Button size="small" onClick={() => void put(!activated)}>
        {activated ? texts.checks.pause : texts.checks.resume}
      </Button>
      <MuteMenu {...muting} isSmall />
    </span>
  )
}

const MutedUntil = ({ group }: { readonly group: Group }) => useGroupMute(group)
