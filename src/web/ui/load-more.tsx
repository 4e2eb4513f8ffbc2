import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'

/** A list of which there may be more. */
interface Continued {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** The end of a list: what is said about it, and a button for the next page until the last. */
export const LoadMore = ({ list, children }: { readonly list: Continued; readonly children?: ReactNode }) =>
  list.hasNextPage || children !== undefined ? (
    <div className="row pad gap16">
      {children}
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.common.loadMore}
        </Button>
      )}
    </div>
  ) : null
