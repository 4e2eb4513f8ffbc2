// Shows what is wrong at the top of the site that embeds it: asks for that alone, keeps nothing, and can be closed.
{
  const { src } = document.currentScript
  const show = (status) => {
    const host = document.createElement('div')
    const bar = document.createElement('div')
    bar.setAttribute('role', 'status')
    bar.lang = status.language
    bar.dir = status.direction
    bar.style.cssText = `all:initial;direction:${status.direction};box-sizing:border-box;display:flex;gap:16px;align-items:center;justify-content:center;
padding:10px 16px;background:${status.color};color:#fff;font:500 15px/1.4 system-ui,sans-serif`
    const link = document.createElement('a')
    link.href = status.url
    link.textContent = status.text
    link.style.cssText = 'color:inherit;text-decoration:underline;text-underline-offset:3px'
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = '×'
    close.setAttribute('aria-label', status.close)
    close.style.cssText =
      'all:unset;cursor:pointer;min-width:24px;min-height:24px;font-size:20px;line-height:24px;text-align:center'
    close.onfocus = () => (close.style.outline = '2px solid #fff')
    close.onblur = () => (close.style.outline = '')
    close.onclick = () => host.remove()
    bar.append(link, close)
    host.attachShadow({ mode: 'closed' }).append(bar)
    document.body.prepend(host)
  }
  const load = async () => {
    const answer = await window.fetch(new URL(`banner.json${new URL(src).search}`, src))
    const { banner } = answer.ok ? await answer.json() : { banner: null }
    if (!banner) return
    if (document.body) show(banner)
    else document.addEventListener('DOMContentLoaded', () => show(banner))
  }
  // The site works without its banner, and the console says why there is none.
  load().catch(() => {})
}
