import './styles/index.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shallRetry } from './api/use-operation.ts'
import { language } from './language.ts'
import { router } from './router.tsx'
import { readAhead } from './session/read-ahead.ts'
import { applyTheme } from './shell/theme.tsx'
import { textsChanged } from './strings/take-texts.ts'

document.documentElement.lang = language
applyTheme()
// Dialogs add a style that keeps the page behind them from scrolling.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '')

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: shallRetry, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

void readAhead(client)

const root = document.querySelector('#root')
const reactRoot = root && createRoot(root)
let shownTexts = 0

function render(): void {
  reactRoot?.render(
    <StrictMode key={shownTexts}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

render()
// During development texts change in the open page.
if (import.meta.hot)
  addEventListener(textsChanged, () => {
    shownTexts += 1
    render()
  })
