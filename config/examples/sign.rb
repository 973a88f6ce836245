# ruby sign.rb [TARGET [KEY [EXPIRES]]]
require 'openssl'

# The path and query of a picture, percent-encoded, with a signature until `expires` (Unix seconds).
def signed(target, key, expires)
  target += "#{target.include?('?') ? '&' : '?'}expires=#{expires}"
  code = OpenSSL::HMAC.digest('SHA256', key, target)
  "#{target}&sig=#{[code].pack('m0').tr('+/', '-_').delete('=')}"
end

target, key, expires = ARGV
puts signed(target || '/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp', key || 'secret', expires || 4_102_444_800)
