import { useId, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFoundChecks } from '../../check-list/found-checks.ts'
import { useCheckName } from './api.ts'

const words = lateTexts.statusPages.structure

interface ChartFieldProps {
  readonly checkId: string | null
  readonly onChange: (checkId: string | null) => void
}

/** The check whose response times a component shows; found by its name. */
export function ChartField({ checkId, onChange }: ChartFieldProps) {
  const id = useId()
  const name = useCheckName(checkId)
  return (
    <div role="group" aria-labelledby={id} className="stack gap4">
      <span id={id} className="label">
        {words.chart}
      </span>
      {checkId === null ? (
        <FindCheck onFound={onChange} />
      ) : (
        <p className="row">
          <span className="grow anywhere">{name ?? '…'}</span>
          <Button size="small" onClick={() => onChange(null)}>
            {words.removeChart}
          </Button>
        </p>
      )}
      <p className="small mute">{words.chartHint}</p>
    </div>
  )
}

function FindCheck({ onFound }: { readonly onFound: (checkId: string) => void }) {
  const [search, setSearch] = useState('')
  // A heartbeat is waited for: nothing responds.
  const found = useFoundChecks(search).data?.entries.filter(({ checkType }) => checkType !== 'HEARTBEAT')
  return (
    <>
      <SearchField label={words.findCheck} placeholder={words.findCheck} value={search} onChange={setSearch} />
      {search !== '' && found?.length === 0 && (
        <p className="mute" role="status">
          {words.noCheck}
        </p>
      )}
      {search !== '' && found && found.length > 0 && (
        <ul className="stack gap4">
          {found.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className="link anywhere" onClick={() => onFound(id)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
