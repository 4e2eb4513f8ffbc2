import { useRef } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useFrozenOrder } from '../../ui/use-frozen-order.ts'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { useErrors } from './api.ts'
import type { ListedError } from './api.ts'
import { ErrorFilters } from './error-filters.tsx'
import { ErrorTable } from './error-table.tsx'
import { isNarrowed, queryOf, shownOf } from './query.ts'

const words = lateTexts.errors

/** The distinct errors of checks and of test sessions, the new ones first. */
export function ErrorsScreen() {
  const [search] = useSearchState()
  const list = useErrors(queryOf(search))
  const { state } = shownOf(search)
  return (
    <Page title={words.title} more={words.subtitle}>
      <ErrorFilters counts={list.data?.pages[0]?.counts} />
      <Loaded query={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length > 0)
            return (
              <>
                <Listed key={JSON.stringify(search)} entries={entries} />
                <LoadMore list={list} />
              </>
            )
          return isNarrowed(search) ? (
            <Empty title={words.noMatch}>{words.noMatchText}</Empty>
          ) : (
            <Empty title={words.none[state]}>{words.noneText[state]}</Empty>
          )
        }}
      </Loaded>
    </Page>
  )
}

const idOf = ({ id }: ListedError): string => id

/** Rows do not move below the pointer or the keyboard. */
function Listed({ entries }: { readonly entries: readonly ListedError[] }) {
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useFrozenOrder(entries, idOf, body)
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <div ref={body}>
        <ErrorTable errors={shown} />
      </div>
    </>
  )
}
