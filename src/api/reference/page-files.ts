/** Loads the viewer and the document of an operation when it is opened, by click or by the fragment of the address. */
export const pageScript = `'use strict'
const element = (name, values) => Object.assign(document.createElement(name), values)
const loaded = (node) =>
  new Promise((resolve, reject) => {
    node.addEventListener('load', resolve)
    node.addEventListener('error', () => reject(new Error('The viewer cannot be loaded.')))
    document.head.append(node)
  })

// Below a path prefix, where the service has one.
const documents = new URL('docs/operations/', location.href).pathname

let viewer
const loadViewer = () =>
  (viewer ??= Promise.all([
    loaded(element('link', { rel: 'stylesheet', href: 'docs/swagger-ui.css' })),
    loaded(element('script', { src: 'docs/swagger-ui-bundle.js' })),
  ]))

// Calls go to where the page was opened, whatever name the service has; the browser would refuse any other.
const toThisOrigin = (request) => {
  const { pathname, search } = new URL(request.url, location.href)
  const key = document.querySelector('#key').value.trim()
  if (key !== '' && !pathname.startsWith(documents)) request.headers.Authorization = 'Bearer ' + key
  return Object.assign(request, { url: location.origin + pathname + search })
}

async function show(details) {
  if (details.shown) return
  details.shown = true
  const place = element('div', { textContent: 'Loading…' })
  details.append(place)
  try {
    await loadViewer()
    SwaggerUIBundle({
      url: documents + details.id,
      domNode: place,
      docExpansion: 'full',
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
      presets: [SwaggerUIBundle.presets.apis],
      requestInterceptor: toThisOrigin,
    })
  } catch (error) {
    place.textContent = error.message
    details.shown = false
    viewer = undefined
  }
}

// 'toggle' does not bubble, but it can be captured.
document.addEventListener('toggle', ({ target }) => target.open && show(target), true)

// '#createApiCheck'; also '#/Checks/createApiCheck', as in links from before.
function openLinked() {
  const details = document.getElementById(decodeURIComponent(location.hash.split(/[#/]/).at(-1)))
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.scrollIntoView()
}
addEventListener('hashchange', openLinked)
openLinked()

document.querySelector('#settings').addEventListener('submit', (event) => event.preventDefault())
document.querySelector('#find').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(' ')
  for (const section of document.querySelectorAll('section')) {
    const all = [...section.querySelectorAll('details')]
    const tag = section.querySelector('h2').textContent
    for (const details of all) {
      const text = (tag + ' ' + details.id + ' ' + details.querySelector('summary').textContent).toLowerCase()
      details.hidden = !words.every((word) => text.includes(word))
    }
    section.hidden = all.every(({ hidden }) => hidden)
  }
})
`

export const pageStyle = `body { margin: 0 auto; max-width: 75rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #222; background: #fff }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem }
label { margin-right: 1rem }
input { font: inherit; padding: .25rem .5rem; width: 16rem; max-width: 100% }
section > details { border: 1px solid #ddd; border-radius: 4px; margin: .25rem 0; content-visibility: auto; contain-intrinsic-size: auto 2.5rem }
section > details > summary { padding: .35rem .5rem; cursor: pointer }
section > details > summary span { color: #555 }
b { display: inline-block; width: 4.5rem; font-size: .8rem }
.GET { color: #0b5cad } .POST { color: #1a7a3c } .PUT { color: #a05a00 } .PATCH { color: #6b4bbd } .DELETE { color: #b3261e }
[hidden] { display: none }
section .swagger-ui .wrapper { padding: 0 .5rem }
section .swagger-ui .information-container, section .swagger-ui .scheme-container, section .swagger-ui h3.opblock-tag, section .swagger-ui .opblock-summary { display: none }
`
