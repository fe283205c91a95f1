import { describe, expect, it } from 'vitest';
import { invitation } from '../src/lib/invitation';

const at = (address: string) => {
  const { origin, hostname, pathname } = new URL(address);
  return { origin, hostname, pathname };
};
const network = {
  reach: 'network' as const,
  addresses: ['http://192.168.1.20:8642', 'http://10.0.0.2:8642'],
};

describe('an invitation', () => {
  it('has an address that others can open', () => {
    for (const here of ['http://localhost:8642', 'http://127.0.0.1:8642', 'http://[::1]:8642'])
      expect(invitation(at(`${here}/table/abc`), network)).toEqual({
        link: 'http://192.168.1.20:8642/table/abc',
        onlyHere: false,
      });
  });
  it('keeps the address by which somebody came from elsewhere', () => {
    const { link, onlyHere } = invitation(at('http://10.0.0.2:8642/table/abc'), network);
    expect(link).toBe('http://10.0.0.2:8642/table/abc');
    expect(onlyHere).toBe(false);
  });
  it('says when nobody else can open it', () => {
    const { onlyHere } = invitation(at('http://localhost:8642/table/abc'), {
      reach: 'machine',
      addresses: [],
    });
    expect(onlyHere).toBe(true);
  });
  it('claims nothing before the server has answered', () => {
    expect(invitation(at('http://localhost:8642/table/abc'), null).onlyHere).toBe(false);
  });
});
