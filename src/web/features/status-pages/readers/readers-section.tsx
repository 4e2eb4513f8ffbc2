import { useState } from 'react'
import { useMay } from '../../../session/session.tsx'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { Moment } from '../../../ui/time.tsx'
import { toastError } from '../../../ui/toast-error.ts'
import { toast } from '../../../ui/toasts.tsx'
import { AddReaders } from './add-readers.tsx'
import { useAddReaders, useReaders, useRemoveReader } from './api.ts'
import type { Reader } from './api.ts'

const words = lateTexts.statusPages.access.readers
/** Fewer are seen at a glance. */
const searchedFrom = 10

interface ReadersProps {
  readonly statusPageId: string
}

/** Who may open a private page by a link that is mailed to them. */
export function ReadersSection({ statusPageId }: ReadersProps) {
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMay('addStatusPageReaders')
  const readers = useReaders(statusPageId)
  return (
    <section className="pad stack gap12" aria-label={words.title}>
      <div className="row">
        <h2>{words.title}</h2>
        {mayAdd && !isAdding && (
          <span className="end">
            <Button size="small" onClick={() => setAdding(true)}>
              {words.new}
            </Button>
          </span>
        )}
      </div>
      <p className="mute">{words.hint}</p>
      <Loaded query={readers}>
        {({ entries, canMail }) => (
          <>
            {!canMail && <Note kind="degraded">{words.noMail}</Note>}
            {isAdding && <AddReaders statusPageId={statusPageId} canMail={canMail} onClose={() => setAdding(false)} />}
            <ReaderList statusPageId={statusPageId} entries={entries} />
          </>
        )}
      </Loaded>
    </section>
  )
}

interface ReaderListProps extends ReadersProps {
  readonly entries: readonly Reader[]
}

function ReaderList({ statusPageId, entries }: ReaderListProps) {
  const [search, setSearch] = useState('')
  const found = entries.filter(({ email }) => email.toLowerCase().includes(search.toLowerCase()))
  if (entries.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return (
    <>
      {entries.length >= searchedFrom && (
        <SearchField label={words.find} placeholder={words.find} value={search} onChange={setSearch} />
      )}
      {found.length === 0 ? (
        <Empty title={words.noMatch} />
      ) : (
        <ul className="stack gap12">
          {found.map((reader) => (
            <ReaderRow key={reader.id} statusPageId={statusPageId} reader={reader} />
          ))}
        </ul>
      )}
    </>
  )
}

interface ReaderRowProps extends ReadersProps {
  readonly reader: Reader
}

function ReaderRow({ statusPageId, reader: { id, email, lastSeenAt, created_at: addedAt } }: ReaderRowProps) {
  const mayRemove = useMay('removeStatusPageReader')
  const remove = useRemoveReader()
  const add = useAddReaders(statusPageId)
  const undo = (): void => void add({ emails: [email], sendInvitations: false }).catch(toastError)
  return (
    <li className="row">
      <div className="grow">
        <div className="anywhere">{email}</div>
        <div className="row wrap small mute">
          <span>
            {words.invited} <Moment at={addedAt} />
          </span>
          <span>
            {words.lastSeen} {lastSeenAt === null ? words.never : <Moment at={lastSeenAt} />}
          </span>
        </div>
      </div>
      {mayRemove && (
        <Button
          size="small"
          disabled={remove.isPending}
          aria-label={words.removeOne(email)}
          onClick={() =>
            remove.mutate(
              { params: { statusPageId, readerId: id } },
              { onSuccess: () => toast({ text: words.removed(email), undo }), onError: toastError },
            )
          }
        >
          {words.remove}
        </Button>
      )}
    </li>
  )
}
