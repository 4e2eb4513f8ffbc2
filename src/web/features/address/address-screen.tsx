import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useChange } from '../../api/use-operation.ts'
import { useLinkToken } from '../../session/link-token.ts'
import { Logo } from '../../shell/logo.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { setTitle } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'

const words = lateTexts.address

/** Where the link of a new address leads. A button confirms it, because mail programs open links too. */
export function AddressScreen() {
  const token = useLinkToken()
  useEffect(() => setTitle(words.confirmTitle), [])
  return (
    <main className="signing" id="main">
      <div>
        <div className="row" style={{ marginBottom: 40 }}>
          <Logo size={24} />
          <b style={{ fontSize: 17 }}>Belfry</b>
        </div>
        {token === null ? <Said title={words.brokenTitle} text={words.brokenText} /> : <Confirm token={token} />}
      </div>
    </main>
  )
}

function Confirm({ token }: { readonly token: string }) {
  const confirm = useChange('confirmEmailAddress')
  if (confirm.data) return <Said title={words.confirmed(confirm.data.email)} text={words.confirmedText} />
  if (confirm.error?.code === 'ADDRESS_LINK_INVALID') return <Said title={words.brokenTitle} text={words.brokenText} />
  return (
    <>
      <h1>{words.confirmTitle}</h1>
      <p className="dim mt8">{words.confirmText}</p>
      <div className="stack mt24" style={{ gap: 16 }}>
        <ErrorNote error={confirm.error} />
        <Button
          kind="primary"
          size="large"
          isBusy={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {words.confirm}
        </Button>
      </div>
    </>
  )
}

const Said = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <h1>{title}</h1>
    <p className="dim mt8">{text}</p>
    <Button className="mt24" asChild>
      <Link to="/">{words.toStart}</Link>
    </Button>
  </>
)
