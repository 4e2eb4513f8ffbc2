import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { Table } from '../../ui/table.tsx'

interface Column<T> {
  readonly label: string
  readonly className?: string
  readonly content: (item: T) => ReactNode
}

interface ResourceListProps<T> {
  readonly query: Parameters<typeof Loaded<readonly T[]>>[0]['query']
  readonly words: {
    readonly title: string
    readonly new: string
    readonly none: string
    readonly noneText: string
    readonly deleteTitle: (name: string) => string
    readonly deleteText: string
  }
  readonly mayChange: boolean
  /** The unique name of an item. */
  readonly nameOf: (item: T) => string
  /** The name that people know; default: the unique one. */
  readonly titleOf?: (item: T) => string
  /** Whether it can be edited at all; default: it can. */
  readonly isEdited?: boolean
  readonly columns: readonly Column<T>[]
  /** The checks and groups that use an item, shown before it is deleted. */
  readonly usesOf: (item: T) => ReactNode
  readonly onDelete: (item: T) => void
  /** The form of an item; null: of a new one. */
  readonly form: (item: T | null, onClose: () => void) => ReactNode
}

/** A screen of the settings that lists things which are made, edited and deleted there. */
export function ResourceList<T>({ query, words, mayChange, form, ...table }: ResourceListProps<T>) {
  const [edited, setEdited] = useState<{ readonly item: T | null } | null>(null)
  const create = (): void => setEdited({ item: null })
  return (
    <SettingsFrame
      title={words.title}
      actions={
        mayChange && (
          <Button kind="primary" onClick={create}>
            <Plus className="ic s" aria-hidden="true" />
            {words.new}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              title={words.none}
              action={mayChange && <Button onClick={create}>{lateTexts.setup.addFirst}</Button>}
            >
              {words.noneText}
            </Empty>
          ) : (
            <ResourceTable
              {...table}
              items={items}
              words={words}
              mayChange={mayChange}
              onEdit={(item) => setEdited({ item })}
            />
          )
        }
      </Loaded>
      {edited && form(edited.item, () => setEdited(null))}
    </SettingsFrame>
  )
}

type ResourceTableProps<T> = Omit<ResourceListProps<T>, 'query' | 'form'> & {
  readonly items: readonly T[]
  readonly onEdit: (item: T) => void
}

const ResourceTable = <T,>({
  items,
  words,
  mayChange,
  nameOf,
  titleOf = nameOf,
  isEdited = true,
  columns,
  usesOf,
  onEdit,
  onDelete,
}: ResourceTableProps<T>) => (
  <Table isStacked>
    <TableHead columns={columns.map(({ label }) => label)} hasActions />
    <tbody>
      {items.map((item) => (
        <tr key={nameOf(item)}>
          {columns.map(({ label, className, content }) => (
            <td key={label} className={className}>
              {content(item)}
            </td>
          ))}
          <td>
            {mayChange && (
              <div className="row">
                {isEdited && (
                  <Button size="small" onClick={() => onEdit(item)}>
                    {texts.common.edit}
                  </Button>
                )}
                <DeleteButton
                  title={words.deleteTitle(titleOf(item))}
                  text={
                    <>
                      {words.deleteText}
                      {usesOf(item)}
                    </>
                  }
                  onDelete={() => onDelete(item)}
                />
              </div>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)
