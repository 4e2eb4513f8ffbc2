import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { moveTabTo, useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'

/** The address of a screen behind that of its account, as programs print it: leads to the screen in that account. */
export function AccountLinkScreen() {
  const { accountId, _splat } = useParams({ strict: false }) as { readonly accountId: string; readonly _splat: string }
  const { account, accounts } = useSession()
  const wanted = accounts.find(({ id }) => id === accountId.toLowerCase())?.id
  const isElsewhere = wanted !== undefined && wanted !== account.id
  useEffect(() => {
    if (isElsewhere) moveTabTo(wanted)
  }, [isElsewhere, wanted])
  if (isElsewhere) return <Loading />
  if (wanted !== undefined) return <Navigate to={`/${_splat.replace(/^\/+/, '')}`} search replace />
  return (
    <Page title={texts.common.notFoundTitle}>
      <Empty title={texts.common.notFoundTitle}>{texts.common.notFoundText}</Empty>
    </Page>
  )
}
