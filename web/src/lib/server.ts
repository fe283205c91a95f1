import { Live } from './live';
import { ApiError, type Call, type Transport, type Watch, type Watcher } from './transport';
import { errorCodes, type ErrorCode, type Problem } from './types';

/** Tables on a server: requests over HTTP, events over a WebSocket. */
export const server: Transport = { request, watch };

/** Sends a request to the server of these pages, or to another one at an address, which has to let them. */
export async function request<T>(call: Call, address = ''): Promise<T> {
  const response = await answer(call, address);
  try {
    return (await (call.text ? response.text() : response.json())) as T;
  } catch {
    throw new ApiError('unreachable', 'the answer of the server was cut off');
  }
}

async function answer(
  { path, method = 'GET', secret, body, signal }: Call,
  address: string,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (secret) headers['X-Seat-Secret'] = secret;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`${address}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal && { signal }),
    });
  } catch {
    throw new ApiError('unreachable', 'no answer from the server');
  }
  if (!response.ok) throw await failure(response);
  return response;
}

async function failure(response: Response): Promise<ApiError> {
  try {
    return refusal((await response.json()) as { error: Problem });
  } catch {
    // Not JSON of our server: a proxy answered for a server that is down, or it crashed.
    return new ApiError(response.status === 404 ? 'not_found' : 'unreachable', response.statusText);
  }
}

/** The error in an answer of the API. */
export function refusal({ error: { code, message, data } }: { error: Problem }): ApiError {
  return new ApiError(known(code), message, data);
}

function known(code: string): ErrorCode {
  return errorCodes.find((ours) => ours === code) ?? 'bad_request';
}

function watch(table: string, watcher: Watcher): Watch {
  return new Live({ address: liveAddress(table), ...watcher });
}

function liveAddress(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`;
}
