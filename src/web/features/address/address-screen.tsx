import { Link } from '@tanstack/react-router'
import { useLinkToken } from '../../session/link-token.ts'
import { StandalonePage } from '../../shell/standalone-page.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useConfirmAddress } from './api.ts'

const words = lateTexts.address

/** Where the link of a new address leads. A button confirms it, because mail programs open links too. */
export function AddressScreen() {
  const token = useLinkToken()
  return (
    <StandalonePage title={words.confirmTitle}>
      {token === null ? <Said title={words.brokenTitle} text={words.brokenText} /> : <Confirm token={token} />}
    </StandalonePage>
  )
}

function Confirm({ token }: { readonly token: string }) {
  const confirm = useConfirmAddress()
  if (confirm.data) return <Said title={words.confirmed(confirm.data.email)} text={words.confirmedText} />
  if (confirm.error?.code === 'ADDRESS_LINK_INVALID') return <Said title={words.brokenTitle} text={words.brokenText} />
  return (
    <>
      <h1>{words.confirmTitle}</h1>
      <p className="dim mt8">{words.confirmText}</p>
      <div className="stack gap16 mt24">
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
