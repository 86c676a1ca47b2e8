require 'json'

class Shape
  attr_reader :name

  def initialize(name)
    @name = name
  end

  def <=>(other)
    area <=> other.area
  end
end

class Circle < Shape
  def initialize(radius)
    super('circle')
    @radius = radius
  end

  def area
    Math::PI * @radius**2
  end

  class << self
    def unit
      new(1)
    end
  end
end

module Numbers
  module Even
    class Sum
      def call(numbers)
        numbers.map { |n| n * 2 }.select(&:even?).sum
      end
    end
  end
end

def fib(n)
  n < 2 ? n : fib(n - 1) + fib(n - 2)
end

def work
  shapes = (1..200).map { |i| Circle.new(i % 37) } << Circle.unit
  shapes.sort.first(3)
  sum = Numbers::Even::Sum.new
  50.times { sum.call((1..20).to_a) }
  JSON.parse(JSON.generate(shapes.map(&:name)))
  fib(15)
end
