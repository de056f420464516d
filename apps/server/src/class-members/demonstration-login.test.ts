import { expect, test } from 'vitest';
import { demonstrationLogin } from './demonstration-login.ts';

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
const ada = '100000001,DEMO0001,Ada,Doe,1 Main Street,Phoenix,Arizona,85001,case';

test.each(['\n', '\r\n'])('is that of the first person, lines ending with %j', (end) => {
  expect(demonstrationLogin([header, ada, ada.replaceAll('1', '2'), ''].join(end))).toEqual({
    noticeId: '100000001',
    uniqueId: 'DEMO0001',
  });
});

test.each([header, `${header}\n`, `${header}\r\n`, ''])('is none where nobody is listed: %j', (csv) => {
  expect(demonstrationLogin(csv)).toBeUndefined();
});
