curl ^"https://shop.example.com/api/login^" ^
  -X ^"POST^" ^
  -H ^"accept: */*^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"user^\^":^\^"ann^\^",^\^"password^\^":^\^"hunter2^\^",^\^"share^\^":^\^"50^%^\^"^}^"
