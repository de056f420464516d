import { expect, test } from 'vitest';
import { demonstrationLogin } from './read-members.ts';

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
const ada = '100000001,DEMO0001,Ada,Doe,1 Main Street,Phoenix,Arizona,85001,case';

test.each(['\n', '\r\n'])(
  'the demonstration login is that of the first class member, with lines ending in %j',
  (end) => {
    expect(demonstrationLogin([header, ada, ada.replaceAll('1', '2'), ''].join(end))).toEqual({
      noticeId: '100000001',
      uniqueId: 'DEMO0001',
    });
  },
);

test.each([header, `${header}\n`, `${header}\r\n`, ''])(
  'there is no demonstration login without class members: %j',
  (csv) => {
    expect(demonstrationLogin(csv)).toBeUndefined();
  },
);
