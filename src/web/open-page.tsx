import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sharing } from './api/call.ts'
import { shallRetry } from './api/use-operation.ts'
import { language } from './language.ts'
import { createPageRouter } from './router.tsx'
import { readAhead } from './session/read-ahead.ts'
import { leaveAccount } from './session/session.tsx'
import { setKeyHelp, setPalette } from './shell/palette-state.ts'
import { applyTheme } from './shell/theme.tsx'
import { textsChanged } from './strings/take-texts.ts'
import { followTimeOfPage } from './time/query-timers.ts'
import { forgetToasts } from './ui/toasts.tsx'

/** Shows the interface at the address of the window, in an element. The function that it answers ends it. */
export function openPage(element: Element, Frame: typeof StrictMode = StrictMode): () => void {
  document.documentElement.lang = language
  applyTheme()
  // Dialogs add a style that keeps the page behind them from scrolling.
  setNonce(document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '')
  followTimeOfPage()
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: shallRetry, staleTime: 5_000, refetchOnWindowFocus: true, structuralSharing: sharing },
      mutations: { retry: false },
    },
  })
  void readAhead(client)
  const router = createPageRouter()
  const root = createRoot(element)
  let shownTexts = 0
  const render = (): void =>
    root.render(
      <Frame key={shownTexts}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Frame>,
    )
  const renderAnew = (): void => {
    shownTexts += 1
    render()
  }
  render()
  // During development texts change in the open page.
  if (import.meta.hot) addEventListener(textsChanged, renderAnew)
  return () => {
    removeEventListener(textsChanged, renderAnew)
    root.unmount()
    client.clear()
    router.history.destroy()
    forgetToasts()
    setPalette(false)
    setKeyHelp(false)
    leaveAccount()
  }
}
