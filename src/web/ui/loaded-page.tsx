import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { Loaded } from './states.tsx'

interface LoadedPageProps<T> {
  readonly query: Parameters<typeof Loaded<T>>[0]['query']
  /** The title until the name of the resource is known. */
  readonly title: string
  /** The list it is in. */
  readonly list: { readonly to: string; readonly title: string }
  readonly children: (data: T) => ReactNode
}

/** A screen about one thing, which has its bar and the way back also while the thing is loading or when it is not there. */
export const LoadedPage = <T,>({ query, title, list, children }: LoadedPageProps<T>) =>
  query.data === undefined ? (
    <Page
      title={title}
      crumbs={
        <>
          <Link to={list.to}>{list.title}</Link> /
        </>
      }
    >
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  ) : (
    children(query.data)
  )
