import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded, messageOf } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { states } from '../../check-list/states.ts'
import { groupCells } from '../../check-list/cells.ts'
import type { CellGroup } from '../../check-list/cells.ts'
import { useCells, useGroupChanges, useGroups } from './api.ts'
import type { Group } from './api.ts'
import { MuteMenu, useGroupMute, useMuting } from './mute-group.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Table } from '../../ui/table.tsx'

const words = lateTexts.setup.groups
/** Fewer are found at a glance. */
const searchedFrom = 10

/** Groups, whose settings their checks share. */
export function GroupsScreen() {
  const list = useGroups()
  const cells = useCells()
  const [search, change] = useSearchState()
  const mayCreate = useMay('createCheckGroupV2')
  const byId = useMemo(() => cells && new Map(groupCells(cells, '').map((group) => [group.id, group])), [cells])
  const wanted = (search['q'] ?? '').toLowerCase()
  return (
    <Page
      title={words.title}
      more={list.data && words.count(list.data.length)}
      actions={
        mayCreate && (
          <Button kind="primary" asChild>
            <Link to="/groups/new">
              <Plus className="ic s" aria-hidden="true" />
              {words.new}
            </Link>
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty
              title={words.none}
              action={
                mayCreate && (
                  <Button asChild>
                    <Link to="/groups/new">{lateTexts.setup.addFirst}</Link>
                  </Button>
                )
              }
            >
              {words.noneText}
            </Empty>
          ) : (
            <>
              {groups.length >= searchedFrom && (
                <FilterBar>
                  <SearchField
                    label={words.find}
                    placeholder={words.find}
                    value={search['q'] ?? ''}
                    onChange={(q) => change({ q })}
                  />
                </FilterBar>
              )}
              <Table isStacked>
                <thead>
                  <tr>
                    <th scope="col">{words.name}</th>
                    <th scope="col">{words.checks}</th>
                    <th scope="col">{texts.checks.state}</th>
                    <th scope="col">
                      <span className="sr">{texts.common.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {groups
                    .filter(({ name, tags }) => [name, ...tags].some((text) => text.toLowerCase().includes(wanted)))
                    .map((group) => (
                      <Row key={group.id} group={group} cells={byId && (byId.get(group.id) ?? null)} />
                    ))}
                </tbody>
              </Table>
            </>
          )
        }
      </Loaded>
    </Page>
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
