export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string; lobby: boolean }
  | { page: 'lobby' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string | null }
  | { page: 'rules'; game: string }
  | { page: 'arena'; game: string | null; agent: string | null }
  | { page: 'tournament'; id: string }
  | { page: 'settings' }
  | { page: 'me' }
  | { page: 'welcome' }
  | { page: 'lost' };

export function match(path: string): Route {
  const [first = '', second, ...rest] = path
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(decodeURIComponent);
  if (first === 'arena' && rest.length <= 1)
    return { page: 'arena', game: second ?? null, agent: rest[0] ?? null };
  if (first === 'new' && second !== undefined && rest[0] === 'lobby' && rest.length === 1)
    return { page: 'new', game: second, lobby: true };
  if (rest.length) return { page: 'lost' };
  if (first === '') return { page: 'home' };
  if (first === 'replay') return { page: 'replay', id: second ?? null };
  if (
    second === undefined &&
    (first === 'me' || first === 'welcome' || first === 'settings' || first === 'lobby')
  )
    return { page: first };
  if (second === undefined) return { page: 'lost' };
  if (first === 'new') return { page: 'new', game: second, lobby: false };
  if (first === 'table') return { page: 'table', id: second };
  if (first === 'tournament') return { page: 'tournament', id: second };
  if (first === 'rules') return { page: 'rules', game: second };
  return { page: 'lost' };
}
